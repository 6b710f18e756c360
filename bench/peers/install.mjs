/** Installs the peers into a folder outside the project. A peer that cannot be installed is not run; the reason is reported. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Portman needs tslib, but does not list it as a dependency. */
const packages = {
  dredd: ['dredd@14.1.0'],
  specmatic: ['specmatic@2.55.1'],
  portman: ['@apideck/portman@1.33.0', 'newman@6.2.2', 'tslib@2.8.1'],
  stepci: ['stepci@2.8.2'],
  'prism-cli': ['@stoplight/prism-cli@5.14.2'],
}
const SCHEMATHESIS = 'schemathesis==4.32.5'

export function install(folder) {
  const missing = {}
  const tried = (name, done, commands) => {
    if (existsSync(join(folder, done))) return
    for (const [command, ...args] of commands) {
      const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', timeout: 600_000 })
      if (status === 0) continue
      const why = (error?.message ?? stderr ?? '').trim().split('\n').at(-1) ?? ''
      missing[name] = `${command} ended with ${status}: ${why.replace(/https?:\/\/\S+/g, 'the registry').slice(0, 160)}`
      return
    }
  }
  for (const [name, wanted] of Object.entries(packages)) {
    const own = join(folder, name)
    mkdirSync(own, { recursive: true })
    if (!existsSync(join(own, 'package.json'))) writeFileSync(join(own, 'package.json'), '{ "private": true }\n')
    tried(name, join(name, 'node_modules'), [['npm', 'install', '--prefix', own, '--no-audit', '--no-fund', ...wanted]])
  }
  const venv = join(folder, 'venv')
  tried('schemathesis', 'venv/bin/schemathesis', [
    ['python3', '-m', 'venv', venv],
    [join(venv, 'bin/pip'), 'install', '--quiet', SCHEMATHESIS],
  ])
  if (spawnSync('java', ['-version']).status !== 0) missing.specmatic ??= 'there is no java'
  return missing
}
