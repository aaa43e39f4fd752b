import { setTimeout as delay } from 'node:timers/promises'
import { type Config, listenTo, type RequestFacts, version } from '@auspex/api'
import type { SpanContext } from '@opentelemetry/api'

/** How long the last spans may take to be sent when the process exits. */
const closeWithinMs = 1_000

/**
 * Sends a span for each request, job and search to a collector, using OTLP over HTTP; null without one. The libraries are loaded here, so
 * that installations without traces do not pay for them. They read the standard variables themselves (we set `OTEL_SERVICE_NAME`;
 * `OTEL_EXPORTER_OTLP_HEADERS` is theirs). What cannot be sent is dropped: nothing waits for the collector.
 */
export async function openTraces({ tracesUrl }: Pick<Config, 'tracesUrl'>): Promise<{ close(): Promise<void> } | null> {
  if (tracesUrl === null) return null
  const [{ ROOT_CONTEXT, SpanKind, SpanStatusCode, trace }, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const exporter = new OTLPTraceExporter({ url: `${tracesUrl.href.replace(/\/$/, '')}/v1/traces` })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'auspex', 'service.version': version }),
    // a caller that sends a trace has decided whether it is recorded
    sampler: new sdk.ParentBasedSampler({ root: new sdk.AlwaysOnSampler() }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('auspex', version)

  const endSpan = (
    name: string,
    {
      kind,
      milliseconds,
      attributes,
      isFailure,
      parent = null,
    }: {
      kind: (typeof SpanKind)[keyof typeof SpanKind]
      milliseconds: number
      attributes: Record<string, string | number>
      isFailure: boolean
      parent?: SpanContext | null
    },
  ) => {
    const end = Date.now()
    const context = parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent)
    const span = tracer.startSpan(name, { kind, startTime: end - milliseconds, attributes }, context)
    if (isFailure) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(end)
  }

  const unsubscribe = [
    listenTo('request', (facts) =>
      endSpan(facts.operation ?? facts.method, {
        kind: SpanKind.SERVER,
        milliseconds: facts.milliseconds,
        attributes: attributesOf(facts),
        isFailure: facts.status >= 500,
        parent: readTraceparent(facts.traceparent),
      }),
    ),
    listenTo('job', ({ queue, outcome, milliseconds }) =>
      endSpan(`job ${queue}`, {
        kind: SpanKind.CONSUMER,
        milliseconds,
        attributes: { 'messaging.destination.name': queue, 'auspex.outcome': outcome },
        isFailure: outcome === 'failed',
      }),
    ),
    listenTo('search', ({ outcome, milliseconds }) =>
      endSpan('search', {
        kind: SpanKind.INTERNAL,
        milliseconds,
        attributes: { 'auspex.outcome': outcome },
        isFailure: outcome === 'failed',
      }),
    ),
  ]
  return {
    async close() {
      unsubscribe.forEach((stop) => stop())
      // an unreachable collector must not delay the exit: the library retries for ten seconds
      await Promise.race([provider.shutdown().catch(() => {}), delay(closeWithinMs, undefined, { ref: false })])
    },
  }
}

function attributesOf({ method, route, status, requestId }: RequestFacts): Record<string, string | number> {
  return {
    'http.request.method': method,
    ...(route !== null && { 'http.route': route }),
    'http.response.status_code': status,
    'auspex.request_id': requestId,
  }
}

/** The caller's position in a trace (W3C Trace Context, version 00); null for anything else. */
export function readTraceparent(header: string | null): SpanContext | null {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header ?? '') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return null
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
}
