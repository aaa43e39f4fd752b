import type { JSONRPCMessage } from '@modelcontextprotocol/server'

export interface ToolAnswer {
  readonly content: readonly { readonly type: string; readonly text: string }[]
  readonly structuredContent?: unknown
  readonly isError?: boolean
}

export interface JsonSchema {
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly oneOf?: readonly JsonSchema[]
  readonly anyOf?: readonly JsonSchema[]
}

export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema?: JsonSchema
  readonly annotations: { readonly readOnlyHint: boolean }
}

export interface McpClient {
  receive(message: JSONRPCMessage): void
  /** The handshake; returns the server's name and instructions. */
  initialize(): Promise<{ serverInfo: { name: string }; instructions: string }>
  listTools(): Promise<ListedTool[]>
  callTool(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>
}

/** The few MCP messages that tests need, written by hand, so that tests check what goes over the wire. */
export const createMcpClient = (send: (message: JSONRPCMessage) => void): McpClient => {
  const waiting = new Map<unknown, { resolve(result: unknown): void; reject(error: Error): void }>()
  let ids = 0
  const request = (method: string, params: Record<string, unknown>): Promise<unknown> => {
    const id = (ids += 1)
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    waiting.set(id, { resolve, reject })
    send({ jsonrpc: '2.0', id, method, params })
    return promise
  }
  return {
    receive: (message) => {
      const call = 'id' in message ? waiting.get(message.id) : undefined
      if ('result' in message) call?.resolve(message.result)
      else if ('error' in message) call?.reject(new Error(message.error.message))
    },
    // The casts below: a test that reads something else from a response fails where it reads it.
    initialize: async () => {
      const result = await request('initialize', {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      })
      send({ jsonrpc: '2.0', method: 'notifications/initialized' })
      return result as { serverInfo: { name: string }; instructions: string }
    },
    listTools: async () => ((await request('tools/list', {})) as { tools: ListedTool[] }).tools,
    callTool: async (name, args = {}) => (await request('tools/call', { name, arguments: args })) as ToolAnswer,
  }
}
