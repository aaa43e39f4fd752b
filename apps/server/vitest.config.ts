import { defineConfig } from 'vitest/config'

// Several files start a whole server: two at a time would be slower than one after the other, and on a busy machine one request
// may take seconds. The limits are there to end what hangs.
export default defineConfig({ test: { fileParallelism: false, hookTimeout: 240_000, testTimeout: 120_000 } })
