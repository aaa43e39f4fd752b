import { defineConfig } from 'vitest/config'

// Each file starts a PostgreSQL of its own and hashes passwords, both slow on purpose or by nature on a busy machine.
export default defineConfig({ test: { testTimeout: 30_000, hookTimeout: 60_000 } })
