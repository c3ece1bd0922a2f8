/** Code of C# that Unity's il2cpp translated to C++. */

/** Ends of names that it gives to methods: a mark, then a digest. */
const METHOD = /_m[0-9A-F]{40}(?:_\w+)?$/
/** The shortest such name. */
const SHORTEST = 43

/** True for the name of a function that was translated from C#. */
export const isTranslatedName = (name: string): boolean => name.length >= SHORTEST && METHOD.test(name)

/** True for the image that Unity links translated code into. */
export const isTranslatedImage = (name: string): boolean => /^(?:UnityFramework|GameAssembly(?:\.dylib)?)$/.test(name)
