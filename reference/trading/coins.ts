/** The coins that the venue holds, each on several chains. The first chain of a coin is its default. */
import { type Chain, type ChainSymbol, chains } from './chains.ts'
import type { Coin, Network } from './records.ts'

type Listing = readonly [
  chain: ChainSymbol,
  token: string,
  decimals: number,
  withdrawFee: string,
  minimumDeposit: string,
  minimumWithdraw: string,
  precision: number,
  state?: string,
]

export const coins: readonly Coin[] = Object.freeze([
  coin('btc', 'Bitcoin', 'بیت‌کوین', [
    ['BTC', '', 8, '0.0002', '0.0001', '0.001', 8],
    ['BSC', 'Bitcoin BEP20', 18, '0.000005', '0.00001', '0.00005', 8],
    ['ETH', 'Wrapped Bitcoin', 8, '0.00015', '0.0001', '0.0006', 8, 'suspended'],
  ]),
  coin('eth', 'Ethereum', 'اتریوم', [
    ['ETH', '', 18, '0.0012', '0.002', '0.01', 8],
    ['ARB', '', 18, '0.0001', '0.0005', '0.002', 8],
    ['BSC', 'Ethereum BEP20', 18, '0.00008', '0.0001', '0.0004', 8],
  ]),
  coin('usdt', 'Tether', 'تتر', [
    ['TRX', 'Tether USD', 6, '1.5', '1', '5', 6],
    ['ETH', 'Tether USD', 6, '4', '5', '20', 6],
    ['BSC', 'Tether USD', 18, '0.3', '0.5', '10', 8],
    ['SOL', 'USDT', 6, '1', '0.5', '10', 6],
    ['TON', 'Tether USD', 6, '0.25', '0.5', '2', 6],
  ]),
  coin('xrp', 'XRP', 'ریپل', [
    ['XRP', '', 6, '0.25', '10', '20', 6],
    ['BSC', 'XRP Token', 18, '0.2', '0.5', '1', 8],
  ]),
  coin('doge', 'Dogecoin', 'دوج‌کوین', [
    ['DOGE', '', 8, '4', '10', '20', 8],
    ['BSC', 'Dogecoin', 8, '1', '5', '10', 8],
  ]),
  coin('sol', 'Solana', 'سولانا', [
    ['SOL', '', 9, '0.008', '0.01', '0.1', 8],
    ['BSC', 'SOLANA', 18, '0.002', '0.005', '0.01', 8],
  ]),
  coin('1inch', '1inch Network', 'وان اینچ', [
    ['ETH', '1INCH Token', 18, '6.4', '10', '15', 8],
    ['BSC', '1INCH Token', 18, '0.41', '0.5', '0.82', 8],
  ]),
  coin('shib', 'Shiba Inu', 'شیبا اینو', [
    ['ETH', 'SHIBA INU', 18, '140000', '50000', '280000', 2],
    ['BSC', 'SHIBA INU', 18, '9000', '1000', '18000', 2, 'suspended'],
  ]),
  coin('ton', 'Toncoin', 'تون‌کوین', [
    ['TON', '', 9, '0.02', '0.1', '0.5', 8],
    ['ETH', 'Wrapped TON Coin', 9, '0.9', '1', '2', 8],
  ]),
  coin('xlm', 'Stellar', 'استلار', [
    ['XLM', '', 7, '0.02', '1', '30', 7],
    ['BSC', 'Stellar BEP20', 18, '0.9', '1', '2', 8],
  ]),
])

function coin(symbol: string, nameEn: string, nameFa: string, listings: readonly Listing[]): Coin {
  const networks = listings.map((listing, at) => [listing[0], networkOf(symbol, listing, at === 0)] as const)
  return Object.freeze({ symbol, nameEn, nameFa, networks: Object.freeze(Object.fromEntries(networks)) })
}

function networkOf(coin: string, listing: Listing, isDefault: boolean): Network {
  const [symbol, token, decimals, withdrawFee, minimumDeposit, minimumWithdraw, precision, state = 'active'] = listing
  const chain: Chain = chains[symbol]
  const contract = (token && chain.contract?.(coin)) || ''
  return Object.freeze({
    NetworkSymbol: symbol,
    NetworkNameEn: chain.nameEn,
    NetworkNameFa: chain.nameFa,
    isDefault,
    tokenNameOnNetwork: token,
    tokenSymbolOnNetwork: coin.toUpperCase(),
    addressUrl: `${chain.explorer}/address/{address}`,
    contractAddressUrl: contract && `${chain.explorer}/token/${contract}`,
    transactionUrl: `${chain.explorer}/tx/{txId}`,
    contractAddress: contract,
    memoRequired: chain.memoRegex !== '',
    memoRegex: chain.memoRegex,
    addressRegex: chain.addressRegex,
    tokenDecimal: String(decimals),
    depositFee: '0',
    withdrawFee,
    depositStatus: state,
    withdrawStatus: state,
    minimumDeposit,
    minimumWithdraw,
    DepositConfirmationCount: String(chain.confirmations),
    withdrawPrecision: String(precision),
  })
}
