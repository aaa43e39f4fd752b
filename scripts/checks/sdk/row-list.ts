import type { TestProof } from './find-proof.ts'

type Proof = TestProof | { readonly script: string }

interface Row {
  readonly name: string
  readonly proofs: readonly Proof[]
}

export function proofText(proof: Proof): string {
  if ('script' in proof) return proof.script
  return proof.title === undefined ? proof.file : `${proof.file} › ${proof.title}`
}

function inSource(file: string, ...titles: readonly string[]): Proof[] {
  const path = `packages/sdk/src/${file}.test.ts`
  return titles.length === 0 ? [{ file: path }] : titles.map((title) => ({ file: path, title }))
}

function inRuntime(file: string, ...titles: readonly string[]): Proof[] {
  return inSource(`runtime/${file}`, ...titles)
}

/** The criteria by which API clients are compared (issue 16, section 4), in its order. */
export const rows: readonly Row[] = [
  {
    name: 'error classes',
    proofs: [
      ...inRuntime('contract-errors', 'documented errors'),
      ...inRuntime('request', 'failures'),
      ...inSource('faults/two-copies', 'know each other’s errors'),
    ],
  },
  {
    name: 'messages',
    proofs: [
      ...inRuntime('answer', 'errors that tell what happened'),
      ...inRuntime('product-messages', 'product messages'),
    ],
  },
  { name: 'retries', proofs: inRuntime('retry', 'retries') },
  {
    name: 'safe writes',
    proofs: [
      ...inRuntime(
        'contract-requests',
        'a write has a key of its own, the same for each attempt',
        'a POST that only reads is repeated without a key',
      ),
      ...inRuntime('react/query-keys', 'each mutation sends a key of its own'),
      ...inSource('faults/redirects', 'is not followed, and the error says why'),
      ...inSource('faults/cut-bodies', 'of a write is asked for with the same key'),
    ],
  },
  {
    name: 'time-outs over body and token',
    proofs: [
      ...inRuntime('timeout', 'time-outs'),
      ...inRuntime('app-code', 'is out of time with the call, and is named'),
      ...inSource('faults/clocks'),
    ],
  },
  {
    name: 'abort',
    proofs: [
      ...inRuntime('app-code', 'ends with the signal of the call'),
      ...inRuntime('retry', 'an abort during a wait ends the call'),
      ...inRuntime('streaming/stream', 'streams that are stopped'),
      ...inRuntime('react/hooks', 'a component that is gone closes its connection'),
    ],
  },
  {
    name: 'broken bodies',
    proofs: [...inRuntime('answer', 'broken answers'), ...inSource('faults/cut-bodies', 'a body that is cut')],
  },
  {
    name: 'HTML at 200',
    proofs: [
      ...inRuntime('answer', 'a success of type text/html'),
      ...inSource('faults/redirects', 'to a page for signing in is no data'),
    ],
  },
  {
    name: 'pages',
    proofs: [...inRuntime('paginate', 'lists'), ...inRuntime('react/query-keys', 'an infinite query reads a list')],
  },
  {
    name: 'SSE resume',
    proofs: [
      ...inRuntime('streaming/stream', 'streams that are cut'),
      ...inSource('faults/cut-bodies', 'a stream that is cut'),
    ],
  },
  {
    name: 'raw response',
    proofs: [...inRuntime('request', 'withResponse gives the data'), ...inRuntime('streaming/with-response')],
  },
  {
    name: 'logs',
    proofs: [...inRuntime('request', 'logger and hooks'), ...inRuntime('app-code', 'a logger that throws')],
  },
  {
    name: 'token provider',
    proofs: [...inRuntime('auth', 'access tokens', 'tenants'), ...inSource('faults/tokens')],
  },
  { name: 'OAuth flows', proofs: inRuntime('client-credentials', 'tokens of a service') },
  { name: 'upload progress', proofs: inRuntime('uploads', 'uploads') },
  { name: 'validation', proofs: inRuntime('zod/create-validation', 'validation') },
  { name: 'size', proofs: [{ script: 'scripts/checks/sdk/sizes.ts' }] },
  {
    name: 'React',
    proofs: [
      ...inRuntime('react/hooks', 'hooks'),
      ...inRuntime('react/query-keys', 'query keys', 'hooks of reads'),
      ...inSource('faults/strict-mode'),
      ...inSource('faults/server-rendering'),
      ...inSource('react-server'),
    ],
  },
  { name: 'mocks', proofs: inSource('msw', 'mocks') },
  { name: 'dependencies', proofs: inSource('package', 'what an app installs') },
  { name: 'webhooks', proofs: inSource('**/*webhook*') },
  { name: 'namespaces', proofs: inRuntime('facade/create-auspex', 'the facade') },
  { name: 'examples', proofs: inRuntime('contract-requests', 'documented examples') },
]
