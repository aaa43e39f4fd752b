export { createDemoLibrary, type DemoLibraryOptions } from './demo-library.ts'
