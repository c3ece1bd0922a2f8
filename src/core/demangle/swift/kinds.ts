/**
 * Node kinds of the Swift demangler, and properties of whole groups of them. Plain numbers: a `switch` over them is one
 * jump, and a question such as "is this a type" is one table look-up.
 */

// further contents of a stack slot besides types and entities
export const None = 0

// markers that change the next operator
export const EmptyList = 1
export const FirstElement = 2
export const Variadic = 3
export const Throws = 4
export const Async = 5
export const Sendable = 6
export const SendingResult = 7
export const IsolatedAny = 8
export const NonIsolatedCaller = 9
export const GlobalActor = 10
export const Differentiable = 11
export const Suffix = 12

// declaration names
export const Identifier = 13
export const PrivateName = 14
export const LocalName = 15
export const RelatedName = 16
export const Operator = 17

// contexts that are no types
export const Module = 18
export const Extension = 19
export const AnonymousContext = 20
export const Function = 21
export const Variable = 22
export const Subscript = 23
export const Accessor = 24
export const Constructor = 25
export const Closure = 26
export const Member = 27
export const DefaultArgument = 28
export const Static = 29
export const OpaqueReturnTypeOf = 30
export const MacroDeclaration = 31
export const MacroExpansion = 32
export const AttachedMacro = 33
export const AutoDiffFunction = 34
export const BoundGenericFunction = 35

// nominal types
export const Class = 36
export const Struct = 37
export const Enum = 38
export const Protocol = 39
export const OtherNominal = 40
export const TypeAlias = 41

// types that need no brackets in front of a postfix
export const BoundGeneric = 42
export const Builtin = 43
export const BuiltinFixedArray = 44
export const Tuple = 45
export const Pack = 46
export const SilPack = 47
export const Metatype = 48
export const GenericParam = 49
export const DependentMember = 50
export const AssociatedType = 51
export const DependentGenericType = 52
export const DynamicSelf = 53
export const ErrorType = 54
export const SilBox = 55
export const SilBoxLayout = 56
export const Sugared = 57

// existential types
export const ProtocolList = 58
export const ProtocolListWithClass = 59
export const ProtocolListWithAnyObject = 60

export const ExistentialMetatype = 61

// other types
export const FunctionType = 62
export const ImplFunctionType = 63
export const PackExpansion = 64
export const PackElement = 65
export const ConstrainedExistential = 66
export const OpaqueReturnType = 67
export const OpaqueType = 68
export const Modified = 69
export const Integer = 70

// parts of types
export const TupleElement = 71
export const DependentName = 72
export const AssociatedPath = 73
export const ParamCount = 74
export const ImplParameter = 75
export const ImplResult = 76
export const ImplYield = 77
export const ImplError = 78
export const TypeList = 79
export const LabelledType = 80

// generic requirements
export const Conformance = 81
export const Inverse = 82
export const SameType = 83
export const SameShape = 84
export const Layout = 85
export const PackMarker = 86
export const ValueMarker = 87

export const GenericSignature = 88

// conformances
export const ConcreteConformance = 89
export const PackConformance = 90
export const DependentConformance = 91

export const ProtocolConformance = 92
export const ConformanceRef = 93
export const RetroactiveConformance = 94

// attributes: the node that they apply to follows them
export const Attribute = 95
export const PartialApply = 96
export const AsyncResume = 97
export const GenericSpecialization = 98
export const FunctionSpecialization = 99

// parts of specializations
export const SpecializedParam = 100
export const ArgumentSpecialization = 101

// whole symbols
export const Described = 102
export const ValueWitness = 103
export const KeyPathThunk = 104
export const KeyPathIndexThunk = 105
export const ReabstractionThunk = 106
export const SelfReabstractionThunk = 107
export const CompletionHandler = 108
export const OnceVariables = 109
export const AutoDiffReordering = 110
export const AutoDiffSubset = 111
export const DifferentiabilityWitness = 112
export const GenericTypeParamDecl = 113
export const ExistentialShape = 114
export const MacroPlace = 115
export const ConformancePrefix = 116

/** Flags of a kind. */
export const TYPE = 1
export const CONTEXT = 2
export const NAME = 4
export const ATTRIBUTE = 8
export const REQUIREMENT = 16
export const NOMINAL = 32
export const CONFORMANCE = 64
export const EXISTENTIAL = 128
/** Types that need no brackets before `?` or `.Type`. */
export const SIMPLE = 256

const flags = new Uint16Array(117)
const flag = (value: number, first: number, last: number): Uint16Array => flags.fill(value, first, last + 1)

flag(NAME, Identifier, Operator)
flag(CONTEXT, Module, BoundGenericFunction)
flag(TYPE | CONTEXT | NOMINAL | SIMPLE, Class, TypeAlias)
flag(TYPE | SIMPLE, BoundGeneric, Sugared)
flag(TYPE | EXISTENTIAL, ProtocolList, ProtocolListWithAnyObject)
flag(TYPE | SIMPLE | EXISTENTIAL, ExistentialMetatype, ExistentialMetatype)
flag(TYPE, FunctionType, Integer)
flag(REQUIREMENT, Conformance, ValueMarker)
flag(CONFORMANCE, ConcreteConformance, DependentConformance)
flag(ATTRIBUTE, Attribute, FunctionSpecialization)

/** The flags of each kind, by kind. */
export const FLAGS: Uint16Array = flags
