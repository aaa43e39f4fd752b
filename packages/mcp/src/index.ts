export const packageName = '@auspex/mcp'
