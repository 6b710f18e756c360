import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { include: ['bench/empty/*.test.ts'], pool: 'threads', isolate: false } })
