/** Types for the parts of zulip-js that the tests use; the package has none. */
declare module 'zulip-js' {
  type Reply = Record<string, unknown> & {
    readonly id?: number
    readonly queue_id?: string
    readonly group_id?: number
  }
  type Call = (parameters: Record<string, unknown>) => Promise<Reply>

  interface Client {
    readonly config: { readonly apiKey: string }
    readonly queues: { readonly register: Call; readonly deregister: Call }
    readonly events: { readonly retrieve: Call }
    readonly typing: { readonly send: Call }
    readonly messages: { readonly send: Call; readonly update: Call; readonly getHistoryById: Call }
    readonly reactions: { readonly add: Call; readonly remove: Call }
    callEndpoint(path: string, method?: string, parameters?: Record<string, unknown>): Promise<Reply>
  }

  export default function zulip(config: Record<string, string>): Promise<Client>
}
