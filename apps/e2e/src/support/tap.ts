import type { BrowserContext, Response } from '@playwright/test'
import { createExchangeCheck, loadContract } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'
import { openLedger } from '@auspex/contract/ledger'
import { holdAnswers } from './late-answers.ts'

const prefix = '/api'
const judge = createExchangeCheck(loadContract(readContractDocument()))
const ledger = openLedger('browser')

/**
 * Checks every API call of the pages against the contract. `finish` waits for calls that are still being read and throws
 * the first exchange that breaks the contract.
 */
export function tapContext(context: BrowserContext): { finish: () => Promise<void> } {
  const readings: Promise<unknown>[] = []
  if (process.env.AUSPEX_TEST_LATE) readings.push(context.addInitScript(holdAnswers).then(() => undefined))
  context.on('response', (response) => {
    readings.push(judgeResponse(response).catch((error: unknown) => error))
  })
  return {
    finish: async () => {
      const error = (await Promise.all(readings)).find((outcome) => outcome !== undefined)
      if (error !== undefined) throw error
    },
  }
}

async function judgeResponse(response: Response): Promise<void> {
  const url = new URL(response.url())
  const request = response.request()
  if (!url.pathname.startsWith(`${prefix}/`) || request.method() === 'OPTIONS') return
  // a reply that a journey mocked came from no server
  if ((await response.serverAddr().catch(() => null)) === null) return
  const requestHeaders = await request.allHeaders()
  const exchange = {
    method: request.method(),
    pathname: url.pathname.slice(prefix.length),
    query: url.search.slice(1),
    requestHeaders,
    // Chromium does not report the body of a Request object
    requestBody: request.postData() ?? ('content-type' in requestHeaders ? undefined : null),
    status: response.status(),
    responseHeaders: await response.allHeaders(),
    // the page may have navigated away before the body was read
    responseBody: await response.text().catch(() => undefined),
  }
  ledger.record(judge(exchange), exchange.status)
}
