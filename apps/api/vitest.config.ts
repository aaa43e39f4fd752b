import { defineConfig } from 'vitest/config'

// The first test file of a checkout makes the template of the embedded database, which takes seconds on a busy machine.
export default defineConfig({ test: { hookTimeout: 60_000, testTimeout: 20_000 } })
