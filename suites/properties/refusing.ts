/** The body of the checks that requests with one broken constraint are refused, one check for each operation. */

import {
  type Constraint,
  counterexampleOf,
  type Kind,
  type NearlyValid,
  property,
  type RequestOptions,
  type Tried,
} from '../../harness/index.ts'
import { control, vary, without } from '../messaging/controls/variations.ts'
import type { Run, World } from '../messaging/world.ts'
import { constraintsOf, nearlyValidArbitrary } from './arbitraries.ts'
import { generatedRefused } from './generated.predicates.ts'
import { optionsFor, ready, send } from './requests.ts'
import { type Refusing, runs } from './shares.ts'

/**
 * Operations whose requests have several forms: the control of a broken request has the same form, and is not the smallest
 * request.
 */
const WITH_FORMS: readonly Refusing[] = ['setTypingStatus', 'updateScheduledMessage']

/** Constraints that are left out for edits of scheduled messages: they depend on the current state of the message. */
const STATEFUL = new Set(['required', 'minLength', 'not'])

/** `required`: a parameter without which other checks send the request anyway. */
export function refuses(operation: Refusing, required?: string): Run {
  return async world => {
    const alone = counterexampleOf(world.generation) !== null
    const count = Math.max(runs(world, `refuses ${operation}`), required === undefined ? 1 : 0)
    if (required !== undefined && !alone) {
      const accepted = await control(world, operation)
      const reply = await without(world, operation, required)
      world
        .claim(reply)
        .against(accepted)
        .keeps(generatedRefused, { sent: `${operation} ${required}: required` })
    }
    if (count === 0 && !alone) return
    await property(world, {
      first: await constraintKinds(world, operation),
      others: await constraintKinds(world, operation),
      runs: count,
      action: WITH_FORMS.includes(operation) ? formed(world, operation) : varied(world, operation),
    })
  }
}

type Attempt = (nearly: NearlyValid) => Promise<Tried>

/** Sends the valid request first, then the same with the broken constraint. */
function formed(world: World, operation: Refusing): Attempt {
  return async ({ params, control: valid, broken }) => {
    const good = await ready(world, operation, valid)
    const accepted = await send(world, operation, good)
    world.requireAccepted(accepted)
    const { scheduled_message_id } = good
    const bad = {
      ...(await ready(world, operation, params)),
      ...(scheduled_message_id ? { scheduled_message_id } : {}),
    }
    const reply = await send(world, operation, bad)
    return { replies: [reply], control: accepted, predicate: generatedRefused, args: { sent: broken.label } }
  }
}

/** Sends the smallest request with the broken parameter, or without the parameter that is missing. */
function varied(world: World, operation: Refusing): Attempt {
  return async ({ params, broken }) => {
    const accepted = await control(world, operation)
    const name = broken.pointer.split('/')[1] ?? ''
    const bad = await ready(world, operation, { [name]: params[name] })
    const reply = await vary(world, operation, { [name]: bad[name] })
    const claim = { control: accepted, predicate: generatedRefused, args: { sent: broken.label } }
    return { replies: [reply], ...claim, generated: [name] }
  }
}

/** Each constraint once. Constraints between two parameters have requirements of their own. */
export async function constraintKinds(world: World, operation: Refusing): Promise<Kind<NearlyValid>[]> {
  const near = await optionsFor(world, operation)
  const judged = ({ pointer, keyword }: Constraint): boolean =>
    pointer !== '' && !(operation === 'updateScheduledMessage' && STATEFUL.has(keyword))
  const kindsOf = (options: RequestOptions): Kind<NearlyValid>[] =>
    constraintsOf(operation, options)
      .filter(judged)
      .map(({ label }) => ({ label, arbitrary: () => nearlyValidArbitrary(operation, options, [label]) }))
  const alike = kindsOf(near)
  // The list of groups has a single constraint, on a parameter that was renamed: near that level nothing else would be left.
  return alike.length > 0 ? alike : kindsOf({ ...near, alsoAt: [] })
}
