'use client'
import { createElement, type CSSProperties, type ReactElement, useSyncExternalStore } from 'react'
import type { AssistantEvent } from '../../generated/model/index.ts'
import type { EventLog } from '../assistant/event-log.ts'

const frame: CSSProperties = {
  position: 'fixed',
  inset: 'auto 8px 8px auto',
  zIndex: 2147483647,
  maxWidth: 'min(640px, calc(100vw - 16px))',
  background: 'Canvas',
  color: 'CanvasText',
  border: '1px solid',
}
const list: CSSProperties = { maxHeight: '40vh', overflow: 'auto', margin: 0, padding: 8, fontSize: 12 }
const none: readonly AssistantEvent[] = []

/** The events of the streams as they arrive, newest last. Only shown on request. */
export const DevConsole = ({ log }: { log: EventLog }): ReactElement => {
  const events = useSyncExternalStore(log.subscribe, log.get, () => none)
  return createElement(
    'details',
    { style: frame },
    createElement('summary', null, `Zeus: ${events.length} events`),
    createElement('pre', { style: list }, events.map((event) => JSON.stringify(event)).join('\n')),
  )
}
