/** The venue's public records as they are sent: every number is a string. */

export interface Market {
  readonly symbol: string
  readonly base: string
  readonly quote: string
  readonly basePrecision: string
  readonly quotePrecision: string
  readonly minimumQuoteSize: string
  readonly maxMarketOrderAsk: string
  readonly maxMarketOrderBid: string
  readonly isActive: boolean
}

export interface Coin {
  readonly symbol: string
  readonly nameEn: string
  readonly nameFa: string
  readonly networks: Readonly<Record<string, Network>>
}

export interface Network {
  readonly NetworkSymbol: string
  readonly NetworkNameEn: string
  readonly NetworkNameFa: string
  readonly isDefault: boolean
  readonly tokenNameOnNetwork: string
  readonly tokenSymbolOnNetwork: string
  readonly addressUrl: string
  readonly contractAddressUrl: string
  readonly transactionUrl: string
  readonly contractAddress: string
  readonly memoRequired: boolean
  readonly memoRegex: string
  readonly addressRegex: string
  readonly tokenDecimal: string
  readonly depositFee: string
  readonly withdrawFee: string
  readonly depositStatus: string
  readonly withdrawStatus: string
  readonly minimumDeposit: string
  readonly minimumWithdraw: string
  readonly DepositConfirmationCount: string
  readonly withdrawPrecision: string
}

export interface BookEntry {
  readonly price: string
  readonly volume: string
}

export interface OrderBook {
  readonly symbol: string
  readonly orderbook: { readonly bids: readonly BookEntry[]; readonly asks: readonly BookEntry[] }
}
