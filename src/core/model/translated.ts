/** Code of C# that Unity's il2cpp translated to C++. */

/** Ends of names that it gives to methods: a mark, then a digest. */
const METHOD = /_m[0-9A-F]{40}(?:_\w+)?$/
/** The shortest such name. */
const SHORTEST = 43

/** True for the name of a function that was translated from C#. */
export const isTranslatedName = (name: string): boolean =>
  name.length >= SHORTEST && name.includes('_m') && METHOD.test(name)

/** The end that il2cpp adds to names of methods and types: a digest of 20 or 16 bytes, and perhaps that generic code is shared. */
const DIGEST = /^([A-Za-z_]\w*?)_[mt](?:[0-9A-F]{40}|[0-9A-F]{32})(?:_gshared(?:_inline)?|_inline)?$/
const SHORTEST_DIGEST = 35

/** The name of a method of C# without the digest that il2cpp put behind it; any other name as it is. */
export function withoutDigest(name: string): string {
  return name.length < SHORTEST_DIGEST ? name : (DIGEST.exec(name)?.[1] ?? name)
}

/** True for the image that Unity links translated code into. */
export const isTranslatedImage = (name: string): boolean => /^(?:UnityFramework|GameAssembly(?:\.dylib)?)$/.test(name)
