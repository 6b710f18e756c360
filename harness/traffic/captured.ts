/** One exchange as a capture contains it: without any redaction, and not yet assigned to an operation. */

export interface Captured {
  readonly source: Source
  readonly sentAt: number
  readonly receivedAt: number | null
  readonly request: CapturedRequest
  readonly response: CapturedResponse | null
  /** Why its reply says nothing about the deployment, in a few words; null if it does. */
  readonly unusable: string | null
  /** Not traffic of the API, but something that may have changed its state: a request of a run to its provisioner. */
  readonly isAside?: boolean
  /** When the reply came, another request that may change something had left and was not answered yet. */
  readonly isOverlapped?: boolean
}

export interface Source {
  readonly file: string
  /** Counted from 1, in the order of the file. */
  readonly entry: number
}

export interface CapturedRequest {
  readonly method: string
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** Whether `body` is all that was sent. Captures may leave bodies out. */
  readonly whole: boolean
  /** The names of its parameters, if the capture lists them itself. */
  readonly names?: readonly string[]
}

export interface CapturedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
