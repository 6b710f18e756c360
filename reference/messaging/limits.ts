/** The limits of lengths in the register response, and what happens to longer texts. */
import { stageOn } from '../operations/stage.ts'
import { type Moment, stepsOf } from './call.ts'

const plain = {
  max_message_length: 10_000,
  max_topic_length: 60,
  max_stream_name_length: 60,
  max_stream_description_length: 1024,
  max_channel_folder_name_length: 60,
  max_channel_folder_description_length: 1024,
  max_file_upload_size_mib: 25,
} as const

export type Limit = keyof typeof plain
export type Limits = Readonly<Record<Limit, number>>

export const limits = stageOn<Moment, never>()({
  id: 'limits',
  rules: {},
  steps: {
    /** All limits, as the register response states them. */
    table: (_moment): Limits => plain,
    /** The length that is really accepted. */
    most: (_moment, _limit: Limit, shown: number): number => shown,
    /** Lengths count characters. */
    lengthOf: (_moment, text: string): number => [...text].length,
    /** The text that is stored for a longer one; undefined if it is refused. */
    overlong: (_moment, _text: string, _limit: Limit, _most: number): string | undefined => undefined,
  },
})

export const limitsOf = (moment: Moment): Limits => stepsOf(moment, limits).table(moment)

/** The text as it is stored; undefined if it is refused. */
export function fitted(moment: Moment, text: string, limit: Limit): string | undefined {
  const { most, lengthOf, overlong } = stepsOf(moment, limits)
  const longest = most(moment, limit, limitsOf(moment)[limit])
  return lengthOf(moment, text) <= longest ? text : overlong(moment, text, limit, longest)
}
