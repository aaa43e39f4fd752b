import { defineConfig } from 'vitest/config'

// several files start a whole server, and two at a time would be slower than one after the other
export default defineConfig({ test: { fileParallelism: false } })
