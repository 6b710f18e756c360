/** The emoji that the messaging API knows, by namespace. */

export interface Emoji {
  readonly emoji_name: string
  readonly emoji_code: string
  readonly reaction_type: string
}

const unicode: Readonly<Record<string, string>> = {
  thumbs_up: '1f44d',
  '+1': '1f44d',
  thumbs_down: '1f44e',
  smile: '1f604',
  octopus: '1f419',
  tada: '1f389',
  heart: '2764',
  rocket: '1f680',
  eyes: '1f440',
  check: '2705',
  working_on_it: '1f6e0',
  clap: '1f44f',
  coffee: '2615',
  germany: '1f1e9-1f1ea',
  hash: '0023-20e3',
  family_man_woman_girl: '1f468-200d-1f469-200d-1f467',
}

const emoji: readonly Emoji[] = [
  ...Object.entries(unicode).map(([emoji_name, emoji_code]) => ({
    emoji_name,
    emoji_code,
    reaction_type: 'unicode_emoji',
  })),
  { emoji_name: 'green_tick', emoji_code: '41', reaction_type: 'realm_emoji' },
  { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' },
]

export function findEmoji(wanted: Partial<Emoji>): Emoji | undefined {
  const entries = Object.entries(wanted)
  return emoji.find(one => entries.every(([name, value]) => one[name as keyof Emoji] === value))
}
