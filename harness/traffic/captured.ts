/** One exchange as a capture holds it: nothing redacted yet, and not yet placed at an operation. */

export interface Captured {
  readonly source: Source
  readonly sentAt: number
  readonly receivedAt: number | null
  readonly request: CapturedRequest
  readonly response: CapturedResponse | null
  /** Why its reply says nothing about the deployment, in a few words; null where it does. */
  readonly unusable: string | null
  /** No traffic of the API, but something that may have changed its state: what a run asked of its provisioner. */
  readonly isAside?: boolean
  /** Another request that may change something had left when the reply came, and was not answered yet. */
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
  /** The names of its parameters, where the capture lists them itself. */
  readonly names?: readonly string[]
}

export interface CapturedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
