/** The settings that clients read in the register response. */
import { stageOn } from '../operations/stage.ts'
import { type Moment, stepsOf } from './call.ts'
import { limitsOf } from './limits.ts'
import { emptyTopicName } from './topics.ts'

export const registration = stageOn<Moment, never>()({
  id: 'registration',
  rules: {},
  steps: {
    settings: (moment): Record<string, unknown> => ({
      zulip_feature_level: moment.level,
      ...limitsOf(moment),
      server_typing_started_expiry_period_milliseconds: 45_000,
      server_typing_stopped_wait_period_milliseconds: 12_000,
      server_typing_started_wait_period_milliseconds: 30_000,
      realm_empty_topic_display_name: emptyTopicName,
    }),
  },
})

export const registerSettings = (moment: Moment): Record<string, unknown> =>
  stepsOf(moment, registration).settings(moment)
