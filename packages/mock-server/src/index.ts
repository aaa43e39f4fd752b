export const packageName = '@auspex/mock-server'
