/** The feature level that replies reveal. */
import { isObject, type LevelShown, type TrafficReading } from '../../../harness/index.ts'
import { sinceOf } from '../conventions/exists-at.ts'
import { LISTED_FROM } from '../conventions/unsupported-names.ts'
import { outcomeOf } from '../outcome.ts'

/** The level that a reply claims, as register and server settings do, or the least level that its success implies. */
export const levelIn: NonNullable<TrafficReading['levelIn']> = ({ operation, request, json }) => {
  if (!isObject(json)) return null
  const said = json['zulip_feature_level']
  if (Number.isInteger(said) && Number(said) > 0) return { claimed: Number(said) }
  if (operation === null || outcomeOf({ json }) !== 'success') return null
  const listed = json['ignored_parameters_unsupported']
  const least = [
    ...(Array.isArray(listed) && listed.length > 0 ? [LISTED_FROM] : []),
    ...(operation === 'uploadFile' && Object.hasOwn(json, 'url') ? [272] : []),
    ...(operation === 'setTypingStatus' && request?.params['type'] === 'channel' ? [248] : []),
    Math.max(1, sinceOf(operation)),
  ]
  const shown: LevelShown = { atLeast: Math.max(...least) }
  const isOld = operation === 'setTypingStatus' && request?.params['type'] === 'private'
  return isOld ? { ...shown, atMost: 214 } : shown
}
