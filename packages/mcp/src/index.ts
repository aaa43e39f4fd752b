export { ConfigError, type McpConfig, readConfig } from './config.ts'
export { createAuspexMcpServer, type McpServerOptions } from './server.ts'
