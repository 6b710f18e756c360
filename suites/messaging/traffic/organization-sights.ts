/** Rules about invitations, profile fields, playgrounds, navigation, keys and devices in traffic. */
import { field, type Sight } from '../../../harness/index.ts'
import { absoluteUrl } from '../invitations/invites.predicates.ts'
import { outcomeOf } from '../outcome.ts'
import { isFaultless } from './quiet.ts'
import { refused, refusedFor } from './refusal-sights.ts'
import { isNoIntegerList, templateOf } from './sent-values.ts'

const inviting = (area: 'invites' | 'invite-links', operation: 'sendInvites' | 'createReusableInviteLink'): Sight[] => [
  refusedFor(`${area}.expires-kind`, operation, 'invite_expires_in_minutes', 'kind'),
  refusedFor(`${area}.role-outside`, operation, 'invite_as', 'outside'),
  refusedFor(`${area}.role-kind`, operation, 'invite_as', 'kind'),
  refused(`${area}.channels-kind`, operation, params => isNoIntegerList(params['stream_ids'])),
  refused(`${area}.groups-kind`, operation, params => isNoIntegerList(params['group_ids'])),
  refusedFor(`${area}.default-subscriptions-kind`, operation, 'include_realm_default_subscriptions', 'kind'),
]

/** Whether a text exceeds the limit in every way of counting characters. */
const isOver = (text: unknown): boolean => typeof text === 'string' && [...text].length > 8000

const template = (name: string, isLike: (text: string) => boolean): Sight =>
  refused(`playgrounds.template-${name}`, 'addPlayground', ({ url_template }) => {
    return typeof url_template === 'string' && url_template !== '' && isLike(url_template)
  })

const onlyVariables = (text: string): readonly string[] => {
  const { variables, isMalformed } = templateOf(text)
  return isMalformed ? [] : variables
}

export const organizationSights: readonly Sight[] = [
  refusedFor('invites.emails-required', 'sendInvites', 'invitee_emails', 'missing'),
  refused('invites.emails-empty', 'sendInvites', params => /^[\s,]*$/.test(String(params['invitee_emails'] ?? 'x')), {
    codes: ['BAD_REQUEST'],
  }),
  refusedFor('invites.channels-required', 'sendInvites', 'stream_ids', 'missing'),
  refusedFor('invites.notify-kind', 'sendInvites', 'notify_referrer_on_join', 'kind'),
  ...inviting('invites', 'sendInvites'),
  ...inviting('invite-links', 'createReusableInviteLink'),
  refused('limits.welcome-text-over', 'sendInvites', params => isOver(params['welcome_message_custom_text'])),
  refused('limits.link-welcome-text-over', 'createReusableInviteLink', params =>
    isOver(params['welcome_message_custom_text']),
  ),
  {
    requirement: 'messaging.invite-links.link-url',
    operation: 'createReusableInviteLink',
    predicate: field as unknown as Sight['predicate'],
    about: (request, exchange) =>
      isFaultless(request) && outcomeOf(exchange) === 'success'
        ? { args: { path: '/invite_link', schema: absoluteUrl, required: true } }
        : null,
  },

  refusedFor('profile-fields.type-required', 'createProfileField', 'field_type', 'missing'),
  refusedFor('profile-fields.type-kind', 'createProfileField', 'field_type', 'kind'),
  refusedFor('profile-fields.type-outside', 'createProfileField', 'field_type', 'outside'),
  refusedFor('profile-fields.field-data-kind', 'createProfileField', 'field_data', 'kind'),
  refusedFor('profile-fields.summary-kind', 'createProfileField', 'display_in_profile_summary', 'kind'),
  refusedFor('profile-fields.required-kind', 'createProfileField', 'required', 'kind'),
  refusedFor('profile-fields.editable-kind', 'createProfileField', 'editable_by_user', 'kind'),
  refused(
    'profile-fields.summary-long-text',
    'createProfileField',
    params => params['field_type'] === 2 && params['display_in_profile_summary'] === true,
  ),
  refused(
    'profile-fields.summary-person',
    'createProfileField',
    params => params['field_type'] === 6 && params['display_in_profile_summary'] === true,
  ),

  refusedFor('playgrounds.name-required', 'addPlayground', 'name', 'missing'),
  refusedFor('playgrounds.language-required', 'addPlayground', 'pygments_language', 'missing'),
  refusedFor('playgrounds.template-required', 'addPlayground', 'url_template', 'missing'),
  template('no-variable', text => !/[{}]/.test(text)),
  template('two-variables', text => onlyVariables(text).length > 1),
  template('other-variable', text => onlyVariables(text).length === 1 && onlyVariables(text)[0] !== 'code'),
  template('malformed', text => templateOf(text).isMalformed),

  refusedFor('navigation.fragment-required', 'addNavigationView', 'fragment', 'missing'),
  refused('navigation.fragment-blank', 'addNavigationView', ({ fragment }) => fragment === '', {
    codes: ['BAD_REQUEST'],
  }),
  refusedFor('navigation.pinned-required', 'addNavigationView', 'is_pinned', 'missing'),
  refusedFor('navigation.pinned-kind', 'addNavigationView', 'is_pinned', 'kind'),

  refusedFor('api-key.username-required', 'fetchApiKey', 'username', 'missing'),
  refusedFor('api-key.password-required', 'fetchApiKey', 'password', 'missing'),
  refusedFor('apns.token-required', 'removeApnsToken', 'token', 'missing'),
  refused('apns.empty', 'removeApnsToken', (_params, { texts }) => texts.get('token') === '', {
    codes: ['BAD_REQUEST'],
  }),
  refusedFor('push.device-kind', 'sendTestPush', 'push_account_id', 'kind'),
]
