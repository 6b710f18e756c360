/** Lengths that clients read from the register response, and what happens beyond them. */
import type { Moment } from './call.ts'

const limits = {
  max_message_length: 10_000,
  max_topic_length: 60,
  max_stream_name_length: 60,
  max_stream_description_length: 1024,
  max_channel_folder_name_length: 60,
  max_channel_folder_description_length: 1024,
  max_file_upload_size_mib: 25,
} as const

const tight: Record<keyof typeof limits, number> = {
  max_message_length: 200,
  max_topic_length: 40,
  max_stream_name_length: 40,
  max_stream_description_length: 100,
  max_channel_folder_name_length: 40,
  max_channel_folder_description_length: 80,
  max_file_upload_size_mib: 1,
}

const thirty: Record<keyof typeof limits, number> = {
  ...tight,
  max_topic_length: 30,
  max_stream_name_length: 30,
  max_stream_description_length: 30,
  max_channel_folder_name_length: 30,
  max_channel_folder_description_length: 30,
}

const twenty: Record<keyof typeof limits, number> = {
  max_message_length: 80,
  max_topic_length: 20,
  max_stream_name_length: 20,
  max_stream_description_length: 20,
  max_channel_folder_name_length: 20,
  max_channel_folder_description_length: 20,
  max_file_upload_size_mib: 1,
}

export type Limit = keyof typeof limits

export const limitsWith = (uses: (variant: string) => boolean): Readonly<Record<Limit, number>> => {
  if (uses('messaging.limits.twenty-bytes')) return twenty
  if (uses('messaging.limits.thirty') || uses('messaging.limits.thirty-bytes')) return thirty
  return uses('messaging.limits.tight') ? tight : limits
}

const countsBytes = ({ uses }: Moment): boolean =>
  ['in-bytes', 'thirty-bytes', 'twenty-bytes'].some(name => uses(`messaging.limits.${name}`))

/** The text within its limit; undefined where it is refused. Lengths count characters unless a variant counts bytes. */
export function fitted(moment: Moment, text: string, limit: Limit): string | undefined {
  const kept = moment.keeps('limits.at-the-limit', { limit })
  const most = limitsWith(moment.uses)[limit] - (kept ? 0 : 1)
  const inBytes = countsBytes(moment)
  if ((inBytes ? Buffer.byteLength(text) : [...text].length) <= most) return text
  return moment.uses(`messaging.limits.${limit.replaceAll('_', '-')}-shortened`)
    ? [...text].slice(0, most).join('')
    : undefined
}
