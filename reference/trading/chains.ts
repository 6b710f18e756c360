/** The chains that coins travel on: explorers, address forms, memos, confirmations. */
import { createHash } from 'node:crypto'

export interface Chain {
  readonly nameEn: string
  readonly nameFa: string
  readonly explorer: string
  readonly addressRegex: string
  readonly memoRegex: string
  readonly confirmations: number
  /** A fictitious contract address in the chain's form; absent if the chain has no contracts. */
  readonly contract?: (token: string) => string
}

const hexAddress = '^0x[0-9a-fA-F]{40}$'
const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

const digestOf = (token: string) => createHash('sha256').update(token).digest()
const hexContract = (token: string) => `0x${digestOf(token).toString('hex').slice(0, 40)}`
const letters = (token: string, length: number) =>
  Array.from({ length }, (_, at) => base58[(digestOf(token)[at % 32] ?? 0) % base58.length]).join('')

export const chains = {
  BTC: {
    nameEn: 'Bitcoin',
    nameFa: 'بیت‌کوین',
    explorer: 'https://blockchair.example/bitcoin',
    addressRegex: '^(bc1[02-9ac-hj-np-z]{11,71}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$',
    memoRegex: '',
    confirmations: 2,
  },
  ETH: {
    nameEn: 'Ethereum (ERC20)',
    nameFa: 'اتریوم',
    explorer: 'https://etherscan.example',
    addressRegex: hexAddress,
    memoRegex: '',
    confirmations: 12,
    contract: hexContract,
  },
  BSC: {
    nameEn: 'BNB Smart Chain (BEP20)',
    nameFa: 'زنجیره هوشمند بایننس',
    explorer: 'https://bscscan.example',
    addressRegex: hexAddress,
    memoRegex: '',
    confirmations: 15,
    contract: token => hexContract(`bsc ${token}`),
  },
  ARB: {
    nameEn: 'Arbitrum One',
    nameFa: 'آربیتروم',
    explorer: 'https://arbiscan.example',
    addressRegex: hexAddress,
    memoRegex: '',
    confirmations: 30,
    contract: token => hexContract(`arb ${token}`),
  },
  TRX: {
    nameEn: 'Tron (TRC20)',
    nameFa: 'ترون',
    explorer: 'https://tronscan.example/#',
    addressRegex: '^T[1-9A-HJ-NP-Za-km-z]{33}$',
    memoRegex: '',
    confirmations: 20,
    contract: token => `T${letters(token, 33)}`,
  },
  SOL: {
    nameEn: 'Solana',
    nameFa: 'سولانا',
    explorer: 'https://solscan.example',
    addressRegex: '^[1-9A-HJ-NP-Za-km-z]{32,44}$',
    memoRegex: '',
    confirmations: 1,
    contract: token => letters(`sol ${token}`, 44),
  },
  TON: {
    nameEn: 'The Open Network',
    nameFa: 'شبکه تون',
    explorer: 'https://tonviewer.example',
    addressRegex: '^(EQ|UQ)[A-Za-z0-9_-]{46}$',
    memoRegex: '^[0-9A-Za-z \\-_,]{1,120}$',
    confirmations: 1,
    contract: token => `EQ${letters(`ton ${token}`, 46)}`,
  },
  XRP: {
    nameEn: 'XRP Ledger',
    nameFa: 'ریپل',
    explorer: 'https://xrpscan.example',
    addressRegex: '^r[1-9A-HJ-NP-Za-km-z]{24,34}$',
    memoRegex: '^[0-9]{1,10}$',
    confirmations: 1,
  },
  XLM: {
    nameEn: 'Stellar',
    nameFa: 'استلار',
    explorer: 'https://stellarchain.example',
    addressRegex: '^G[A-D][A-Z2-7]{54}$',
    memoRegex: '^[0-9A-Za-z]{1,28}$',
    confirmations: 1,
  },
  DOGE: {
    nameEn: 'Dogecoin',
    nameFa: 'دوج‌کوین',
    explorer: 'https://blockchair.example/dogecoin',
    addressRegex: '^D[5-9A-HJ-NP-U][1-9A-HJ-NP-Za-km-z]{32}$',
    memoRegex: '',
    confirmations: 20,
  },
} as const satisfies Record<string, Chain>

export type ChainSymbol = keyof typeof chains
