/** Resumable uploads: the tus server with a store in memory, loaded at its first use. */
import type { Readable } from 'node:stream'
import type { Upload } from '@tus/server'

export type TusAnswer = (request: Request) => Promise<Response>

/** Loads the server beforehand, so that the first run of a process sends its requests in the same order as later ones. */
export async function loadTus(): Promise<void> {
  await import('@tus/server')
}

export async function createTus(path: string): Promise<TusAnswer> {
  const { DataStore, ERRORS, Server } = await import('@tus/server')

  class MemoryStore extends DataStore {
    readonly #uploads = new Map<string, { upload: Upload; bytes: Buffer }>()

    constructor() {
      super()
      this.extensions = ['creation', 'creation-with-upload', 'termination']
    }

    override async create(upload: Upload) {
      this.#uploads.set(upload.id, { upload, bytes: Buffer.alloc(0) })
      return upload
    }

    override async write(stream: Readable, id: string, offset: number) {
      const held = this.#held(id)
      const pieces: Buffer[] = [held.bytes.subarray(0, offset)]
      for await (const piece of stream) pieces.push(Buffer.from(piece))
      held.bytes = Buffer.concat(pieces)
      return held.bytes.length
    }

    override async getUpload(id: string) {
      const { upload, bytes } = this.#held(id)
      upload.offset = bytes.length
      return upload
    }

    override async remove(id: string) {
      this.#held(id)
      this.#uploads.delete(id)
    }

    #held(id: string) {
      const held = this.#uploads.get(id)
      if (!held) throw ERRORS.FILE_NOT_FOUND
      return held
    }
  }

  const server = new Server({ path, datastore: new MemoryStore(), relativeLocation: true })
  return request => server.handleWeb(request)
}
