/** Channel folders. */
import type { Call } from './call.ts'
import { fitted } from './limits.ts'
import { operation } from './operation.ts'
import type { Organization } from './organization.ts'

export const createChannelFolder = operation({
  id: 'createChannelFolder',
  method: 'POST',
  path: '/channel_folders/create',
  since: 389,
  access: 'administrators',
  parameters: [
    { name: 'name', kind: 'string', required: true },
    { name: 'description', kind: 'string', required: true },
  ],
  given: (call: Call) => ({
    name: fitted(call, call.params.text('name'), 'max_channel_folder_name_length'),
    description: fitted(call, call.params.text('description'), 'max_channel_folder_description_length'),
  }),
  rules: {
    'texts-within-limits': [({ name, description }) => name !== undefined && description !== undefined, 'Too long'],
    'name-not-blank': [
      ({ name }) => name === undefined || name.trim() !== '',
      { msg: 'Folder name cannot be empty', uncoded: true },
    ],
    'name-not-taken': [
      ({ org, name }) => ![...org.folders.values()].some(folder => folder.name === name),
      { msg: 'Folder exists', uncoded: true },
    ],
  },
  steps: {
    store: ({ org, name = '', description = '' }): number => addFolder(org, name, description),
  },
  effect: (it, { store }) => store(it),
  reply: (_it, id) => ({ channel_folder_id: id }),
})

export function addFolder(org: Organization, name: string, description: string, id = org.id('folder')): number {
  org.folders.set(id, { id, name, description })
  org.touch()
  return id
}
