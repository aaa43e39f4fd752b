import { defineConfig } from '@playwright/test'

/** Chromium refuses its sandbox to root, which containers run as; anybody else keeps it. */
const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.e2e.ts',
  outputDir: '../../test-results/e2e',
  globalSetup: './src/support/global-setup.ts',
  // One after another: the journeys share one server, and two browsers on two cores only make both slow.
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  // only a journey that hangs ends: a busy machine is not a mistake, and how fast a page is, the benches measure
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? '../../test-results/playwright.json' }],
  ],
  use: {
    // what is not there after a minute will not come: a journey that is wrong must not hold CI for ten
    actionTimeout: 60_000,
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Film needs a program that Playwright would download; a trace shows more.
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
