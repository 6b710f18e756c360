/** Legal variations of the networks of coins. */
import type { Variant } from '../../behaviour.ts'
import { alter, type Change } from '../../operations/change.ts'
import { listing } from '../listing.ts'
import type { Network } from '../records.ts'
import { variant } from './variant.ts'

/** Changes some fields of every network; `at` is its index among those of its coin. */
export const networksOf = (change: (network: Network, at: number, second: number) => Partial<Network>): Change =>
  alter(listing, 'coins', (coins, { at }) =>
    coins.map(coin => {
      const networks = Object.entries(coin.networks).map(
        ([key, network], place) => [key, { ...network, ...change(network, place, Math.floor(at / 1000)) }] as const,
      )
      return { ...coin, networks: Object.fromEntries(networks) }
    }),
  )

const pick = (texts: readonly string[], at: number): string => texts[at % texts.length] ?? ''

const placeholders = ['%s', ':id', '<id>', '$1', '{{id}}', 'ID_HERE', '[id]', '__address__', 'txid', '*', '...', 'xxx']
const statuses = ['active', 'suspended', 'under maintenance', 'غیرفعال', '', '0', 'ACTIVE']

const bare = {
  tokenNameOnNetwork: '',
  tokenSymbolOnNetwork: '',
  contractAddress: '',
  contractAddressUrl: '',
  memoRegex: '',
  NetworkNameEn: '',
  NetworkNameFa: '',
}

export const networkVariants: readonly Variant[] = [
  variant(
    'networks.placeholder-forms',
    'networks.url-placeholders',
    'Explorer templates hold placeholders of many forms',
    networksOf(({ addressUrl, transactionUrl, tokenSymbolOnNetwork }, at) => {
      const placeholder = pick(placeholders, at + tokenSymbolOnNetwork.length)
      return {
        addressUrl: addressUrl.replace('{address}', placeholder),
        transactionUrl: transactionUrl.replace('{txId}', placeholder),
      }
    }),
  ),
  variant(
    'networks.placeholders-inside',
    'networks.url-placeholders',
    'Explorer templates hold their placeholders in the host, or between other words',
    networksOf((_network, at) => ({
      addressUrl: pick(['https://{address}.explorer.example', 'https://explorer.example/account/addr/all'], at),
      transactionUrl: pick(['https://$txid.explorer.example/', 'https://explorer.example/?tx=hash&lang=en'], at),
    })),
  ),
  variant(
    'networks.explorer-urls-relative',
    'networks.url-placeholders',
    'Explorer templates begin with a host, a path or a query',
    networksOf((_network, at) => ({
      addressUrl: pick(
        ['explorer.example/{address}', '/explorer/{address}', '?a={address}', 'www.explorer.example/~a~'],
        at,
      ),
      contractAddressUrl: pick(['localhost/contract', 'contract'], at),
      transactionUrl: pick(['explorer.example/{txId}', '/tx/{txId}', '?tx={txId}'], at),
    })),
  ),
  variant(
    'networks.no-templates',
    'networks.url-placeholders',
    'Explorer templates are empty',
    networksOf(() => ({ addressUrl: '', transactionUrl: '' })),
    { leaves: 'untried' },
  ),
  variant(
    'networks.empty-regexes',
    'networks.regex-dialects',
    'Expressions for addresses and memos are empty, memos required or not',
    networksOf(() => ({ addressRegex: '', memoRegex: '' })),
  ),
  variant(
    'networks.backtracking-regexes',
    'networks.regex-dialects',
    'Expressions for addresses take exponential time on long input',
    networksOf(() => ({ addressRegex: '^(([a-zA-Z0-9]+)+)+$' })),
  ),
  variant(
    'networks.no-default',
    'networks.default-count',
    'No network is the default of its coin',
    networksOf(() => ({ isDefault: false })),
  ),
  variant(
    'networks.all-default',
    'networks.default-count',
    'Every network is a default of its coin',
    networksOf(() => ({ isDefault: true })),
  ),
  variant(
    'networks.odd-statuses',
    'networks.status-values',
    'Deposit and withdrawal statuses have many values, the empty string among them',
    networksOf((_network, at) => ({ depositStatus: pick(statuses, at), withdrawStatus: pick(statuses, at + 3) })),
  ),
  variant(
    'networks.statuses-turning',
    'networks.status-transitions',
    'Deposits are suspended every other second',
    networksOf(({ depositStatus }, _at, second) => ({
      depositStatus: second % 2 === 1 ? 'suspended' : depositStatus,
    })),
  ),
  variant(
    'networks.bare-strings',
    'principle 1: which strings hold something is not written',
    'Strings whose meaning allows it are empty',
    networksOf(() => bare),
    { leaves: 'untried' },
  ),
]
