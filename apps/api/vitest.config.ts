import { defineConfig } from 'vitest/config'
import { testDefaults } from '../../.config/vitest.base.ts'

export default defineConfig({ test: { ...testDefaults, globalSetup: 'src/testing/native-databases.ts' } })
