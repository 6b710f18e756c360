/**
 * The two parts of undici that requests need, from their own files: loading all of it (fetch, caches, mocks, web
 * sockets) takes a tenth of a second. The version is pinned.
 */
import { createRequire } from 'node:module'
import type { Agent as AgentClass, buildConnector as BuildConnector, Dispatcher } from 'undici'

const require = createRequire(import.meta.url)

export const Agent = require('undici/lib/dispatcher/agent.js') as typeof AgentClass
export const buildConnector = require('undici/lib/core/connect.js') as typeof BuildConnector

const { prototype } = require('undici/lib/dispatcher/dispatcher.js') as { prototype: Dispatcher }
const { request } = require('undici/lib/api') as Pick<Dispatcher, 'request'>
prototype.request ??= request
