import { defineConfig } from '@playwright/test'

/** Chromium's sandbox does not work for root, which containers run as; other users keep it. */
const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.e2e.ts',
  outputDir: '../../test-results/e2e',
  globalSetup: './src/support/global-setup.ts',
  // One at a time: the journeys share a server, and two browsers on two cores would only slow each other down.
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  // only stops a journey that hangs: a busy machine is not a failure, and benchmarks measure the speed of pages
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? '../../test-results/playwright.json' }],
  ],
  use: {
    // what is missing after a minute will not appear: a broken journey must not block CI for ten
    actionTimeout: 60_000,
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Video needs a program that Playwright would download; a trace shows more.
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.AUSPEX_CHROMIUM ?? '/usr/bin/chromium',
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-background-networking',
        '--no-first-run',
        '--disable-quic',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
