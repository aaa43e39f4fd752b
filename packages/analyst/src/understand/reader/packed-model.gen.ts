export const packedModel = ''
