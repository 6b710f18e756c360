/** A user or bot of the target; its methods are the operations of the API that has people. */
import type { Reply } from '../http/client.ts'
import type { Carrier, UploadedFile } from '../http/encode.ts'

export interface Credentials {
  readonly email: string
  readonly apiKey: string
}

export interface SendOptions {
  /** Sent for an open point: either outcome is legal, and only the form of the reply is judged. */
  readonly observed?: boolean
  /** A request that the contract does not describe: nothing is judged on the reply. */
  readonly outside?: boolean
  readonly carrier?: Carrier
  readonly files?: readonly UploadedFile[]
}

export interface Actor {
  /** What this actor is called in evidence: its role, or its name in the target file. */
  readonly name: string
  readonly email: string
  readonly apiKey: string
  readonly userId: number
  readonly password: string | null
  /** The name that logs in with the password, if it is stated. */
  readonly username: string | null
  /** Any operation with any parameters, legal or not. */
  sends(operation: string, params: Readonly<Record<string, unknown>>, options?: SendOptions): Promise<Reply>
  /** An address outside the specs, for an open point: no requirement is judged on the reply. */
  asks(method: string, path: string, form: Readonly<Record<string, string | number>>): Promise<Reply>
  /** The same person with other credentials; null for none at all. */
  withCredentials(name: string, credentials: Credentials | null): Actor
}
