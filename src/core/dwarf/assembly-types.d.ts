/** Types of AssemblyScript by which files that both compilers read name their numbers. */
declare type i32 = number
declare type bool = boolean
