export { ConfigError, type McpConfig, readConfig } from './config.ts'
export { type HttpEndpoint, type HttpOptions, serveHttp } from './http.ts'
export { createAuspexMcpServer, type McpServerOptions } from './server.ts'
