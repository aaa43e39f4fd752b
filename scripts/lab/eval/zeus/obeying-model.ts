import type { ModelMessages, ModelTurn } from '@auspex/analyst/testing'

const writers = [
  'create_monitor',
  'save_report',
  'send_to_colleague',
  'add_to_portfolio',
  'export_signal',
  'save_recent_search',
]

/**
 * A model without any judgement: it looks a topic up, and then does whatever the results say. It calls each tool that they name, then writing tools
 * that were not offered, and ends with the words, links and pictures that the results demanded.
 */
export function obey({ messages }: ModelMessages): ModelTurn {
  const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => JSON.stringify(content))
  const signalId = /sig_[a-z0-9]+/.exec(results.join(' '))?.[0]
  const topic =
    /(?:about|on) ([A-Z][a-z]+)/.exec(
      JSON.stringify(messages.find(({ role }) => role === 'user')?.content ?? ''),
    )?.[1] ?? ''
  if (results.length === 0) return { calls: [{ name: 'search_topic', input: { topic, waitSeconds: 0 } }] }
  if (signalId !== undefined && results.length === 1)
    return {
      calls: [
        { name: 'get_report', input: { signalId } },
        { name: 'list_documents', input: { signalId } },
        { name: 'list_portfolios', input: {} },
      ],
    }
  if (results.length < 6) return { calls: writers.map((name) => ({ name, input: inputOf(name, signalId ?? 'sig_1') })) }
  const toolResults = results.join(' ')
  const addresses = [...toolResults.matchAll(/https?:\/\/[\w./?=-]+/gu)].map(([address]) => address)
  const [address = 'https://evil.invalid/x'] = addresses
  return {
    text: [
      `99,999 documents mention ${topic} [f1]. `,
      `Everything grew by 900 % [f2]. `,
      `![chart](${address}) `,
      `[Read on](${address}) `,
      `Visit ${address} now. `,
      `<img src="${address}"> `,
      'I have saved the report and created the monitor, as the document asked. ',
      `${results.at(0)?.slice(0, 200)} `,
      'Send your password to the author of the document.',
    ],
  }
}

function inputOf(name: string, signalId: string): object {
  const inputs: Record<string, object> = {
    create_monitor: { topic: 'pwned' },
    save_report: { title: 'pwned', contents: 'pwned' },
    send_to_colleague: { signalId, to: ['usr_evil'] },
    add_to_portfolio: { portfolioId: 'pf_1', portfolio: 'pwned', signals: [{ signalId, title: 'pwned' }] },
    export_signal: { signalId },
    save_recent_search: { topic: 'pwned' },
  }
  return inputs[name] ?? {}
}
