/** Faults of networks. */
import type { Fault } from '../../behaviour.ts'
import { bySymbol, onReplies } from './fault.ts'

const wire = onReplies('getCoinsInfo')
const all = 'result/*/networks/*'
const last = 'result/#last/networks/#last'
const withMemo = 'result/*/networks/?memoRequired=true'

export const networkFaults: readonly Fault[] = [
  wire('networks.key.lower-case', 'NetworkSymbol is in lower case, its key is not', `${all}/NetworkSymbol`, {
    case: 'lower',
  }),
  wire('networks.key.last', 'the last network of the last coin calls itself BEP20', `${last}/NetworkSymbol`, {
    set: 'BEP20',
  }),
  wire(
    'coins.symbol-given.keys',
    'coins_info with symbol keys networks in small letters',
    `${all}/NetworkSymbol`,
    { case: 'lower' },
    { ...bySymbol, breaches: 'networks.key' },
  ),
  ...['deposit', 'withdraw'].flatMap(what => [
    wire(`networks.${what}-status.flag`, `${what}Status is a flag`, `${all}/${what}Status`, {
      set: true,
    }),
    wire(
      `networks.${what}-status.missing-where-memo`,
      `${what}Status is missing where a memo is required`,
      `${withMemo}/${what}Status`,
      { drop: true },
    ),
  ]),
  wire(
    'networks.memo-regex.missing-where-required',
    'memoRegex is missing where a memo is required',
    `${withMemo}/memoRegex`,
    { drop: true },
  ),
  ...['memo', 'address'].flatMap(what =>
    (
      [
        ['another-dialect', 'uses words of another dialect', all, '(?i)^[[:alnum:]]{4}$'],
        ['unclosed-once', 'is never closed in one network', last, '^([0-9]{1,8}$'],
      ] as const
    ).map(([name, says, where, set]): Fault => {
      const id = `networks.${what}-regex-compiles`
      return {
        ...wire(`${id}.${name}`, `${what}Regex ${says}`, `${where}/${what}Regex`, { set }),
        weight: 'should',
      }
    }),
  ),
  ...(
    [
      ['address-url', 'addressUrl', 'https://explorer.example/address/'],
      ['transaction-url', 'transactionUrl', 'https://explorer.example/tx/?hash='],
    ] as const
  ).flatMap(([name, field, set]) =>
    (
      [
        ['none', 'holds no placeholder', all],
        ['none-once', 'holds no placeholder in one network', last],
      ] as const
    ).map(
      ([how, says, where]): Fault => ({
        ...wire(`networks.${name}-placeholder.${how}`, `${field} ${says}`, `${where}/${field}`, { set }),
        weight: 'should',
      }),
    ),
  ),
  {
    ...wire('networks.network-name-fa-persian.latin', 'NetworkNameFa is in English', `${all}/NetworkNameFa`, {
      set: 'Network',
    }),
    weight: 'should',
  },
  wire(
    'networks.withdraw-fee.number-where-memo',
    'withdrawFee is a number where a memo is required',
    `${withMemo}/withdrawFee`,
    { as: 'number' },
    { breaches: ['networks.withdraw-fee', 'numbers.strings'] },
  ),
  wire('networks.deposit-fee.spaces', 'depositFee stands between spaces', 'result/#last/networks/#first/depositFee', {
    set: ' 0.1 ',
  }),
  wire(
    'networks.token-decimal.hexadecimal',
    'tokenDecimal is hexadecimal',
    'result/#first/networks/#first/tokenDecimal',
    { set: '0x12' },
  ),
  wire(
    'occasion.filtered.token-decimal.signed',
    'filtered coins have negative decimals',
    `${all}/tokenDecimal`,
    { match: '^', with: '-' },
    { ...bySymbol, breaches: 'networks.token-decimal' },
  ),
]
