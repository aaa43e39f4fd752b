import config from './playwright.config.ts'
export default {
  ...config,
  timeout: 90_000,
  expect: { timeout: 8_000 },
  reporter: [['list']],
  use: { ...config.use, trace: 'off', screenshot: 'only-on-failure' },
}
