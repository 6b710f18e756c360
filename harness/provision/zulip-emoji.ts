/** Emoji whose codes are known without asking: Unicode's own, and the one that every Zulip server adds. */
interface Emoji {
  readonly emoji_name: string
  readonly emoji_code: string
  readonly reaction_type: string
}

const unicode: Readonly<Record<string, string>> = {
  octopus: '1f419',
  tada: '1f389',
  '+1': '1f44d',
  heart: '2764',
  rocket: '1f680',
  smile: '1f604',
  eyes: '1f440',
  clap: '1f44f',
}

/** Without a name, any emoji of the type; undefined where no code is known. */
export function emojiFor(type: unknown = 'unicode_emoji', name?: unknown): Emoji | undefined {
  if (type === 'zulip_extra_emoji' && (name === undefined || name === 'zulip'))
    return { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' }
  const emoji_name = typeof name === 'string' ? name : 'octopus'
  const emoji_code = type === 'unicode_emoji' ? unicode[emoji_name] : undefined
  return emoji_code === undefined ? undefined : { emoji_name, emoji_code, reaction_type: 'unicode_emoji' }
}
