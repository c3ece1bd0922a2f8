/** Images, names and files of each runtime of a language, its functions that throw, and what only resembles them. */
import { describe, expect, test } from 'vitest'
import { isRuntimeThrow, runtimeOf } from '../../../src/core/reading/runtimes.ts'
import { makeFrames, makeReport, unresolved } from '../../support/report-builder.ts'

describe('runtimes of languages', () => {
  const kindOf = (parts: {
    readonly image?: string
    readonly name?: string
    readonly file?: string
  }): string | undefined => {
    const [frame] = makeFrames([
      {
        imageName: parts.image ?? 'Shop',
        ...((parts.name ?? parts.file) !== undefined && {
          symbol: { name: parts.name ?? 'f', ...(parts.file !== undefined && { file: parts.file, line: 1 }) },
        }),
      },
    ])
    return runtimeOf({ ...unresolved(makeReport({})), resolutions: [] }, frame!)
  }
  test.each([
    [{ image: 'hermes' }, 'hermes'],
    [{ name: 'facebook::hermes::x' }, 'hermes'],
    [{ name: 'hermes::vm::Runtime' }, 'hermes'],
    [{ image: 'React' }, 'react-native'],
    [{ image: 'ReactCommon' }, 'react-native'],
    [{ image: 'ReactNative' }, 'react-native'],
    [{ image: 'Reactive' }, undefined],
    [{ name: 'facebook::jsi::x' }, 'react-native'],
    [{ name: 'invocation function for block in facebook::react::x' }, 'react-native'],
    [{ name: 'RCTFatal' }, 'react-native'],
    [{ name: 'RCTAssertX' }, 'react-native'],
    [{ name: '-[RCTBridge start]' }, 'react-native'],
    [{ name: '+[RCTTurboModuleManager x]' }, 'react-native'],
    [{ name: '__callFunction' }, 'react-native'],
    [{ name: '_callTimers' }, 'react-native'],
    [{ name: '__callFunctions' }, undefined],
    [{ file: '/a/node_modules/react-dom/x.js' }, 'react-native'],
    [{ file: 'node_modules\\scheduler\\x.js' }, 'react-native'],
    [{ file: '/a/node_modules/@babel/runtime/x.js' }, 'react-native'],
    [{ file: '/a/node_modules/reactive/x.js' }, undefined],
    [{ image: 'Flutter' }, 'flutter'],
    [{ image: 'FlutterMacOS' }, 'flutter'],
    [{ name: 'dart::Dart' }, 'flutter'],
    [{ file: 'dart:async' }, 'flutter'],
    [{ file: 'org-dartlang-sdk:///x' }, 'flutter'],
    [{ file: 'package:flutter/src/x.dart' }, 'flutter'],
    [{ file: '/opt/flutter/packages/flutter/lib/x.dart' }, 'flutter'],
    [{ file: 'package:flutterly/x.dart' }, undefined],
    [{ name: 'il2cpp::vm' }, 'unity'],
    [{ name: '_il2cpp_init' }, 'unity'],
    [{ name: 'RuntimeInvoker_True' }, 'unity'],
    [{ name: 'GenericVirtualFuncInvoker0::Invoke' }, 'unity'],
    [{ name: 'InterfaceActionInvoker::x' }, 'unity'],
    [{ name: 'UnityEngine.Object' }, 'unity'],
    [{ name: 'UnityEditor.X' }, 'unity'],
    [{ name: 'scripting_method_invoke' }, 'unity'],
    [{ name: 'ScriptingInvocation::x' }, 'unity'],
    [{ image: 'libmonosgen-2.0.dylib' }, 'dotnet'],
    [{ image: 'libcoreclr.dylib' }, 'dotnet'],
    [{ image: 'libxamarin.dylib' }, 'dotnet'],
    [{ image: 'Xamarin.iOS' }, 'dotnet'],
    [{ name: '(wrapper managed-to-native) x' }, 'dotnet'],
    [{ name: 'mono_x' }, 'dotnet'],
    [{ name: '_xamarin_x' }, 'dotnet'],
    [{ name: 'System.String' }, 'dotnet'],
    [{ name: 'Microsoft.Maui.X' }, 'dotnet'],
    [{ name: 'Microsoft.Other.X' }, undefined],
    [{ name: 'System.string' }, undefined],
    [{ name: 'kfun:kotlin.X' }, 'kotlin'],
    [{ name: 'kotlinx.X' }, 'kotlin'],
    [{ name: 'Kotlin_x' }, 'kotlin'],
    [{ name: 'Konan_x' }, 'kotlin'],
    [{ name: 'InitRuntimeIfNeeded' }, 'kotlin'],
    [{ name: 'ThrowException' }, 'kotlin'],
    [{ name: 'runtime.goexit' }, 'go'],
    [{ name: 'runtime/debug.Stack' }, 'go'],
    [{ name: 'panic' }, 'go'],
    [{ name: 'panic(x)' }, 'go'],
    [{ name: 'panics' }, undefined],
    [{ name: '<core::x' }, 'rust'],
    [{ name: 'std::rt' }, 'rust'],
    [{ name: 'alloc::x' }, 'rust'],
    [{ name: 'rust_begin_unwind' }, 'rust'],
    [{ name: '__rust_alloc' }, 'rust'],
    [{ name: 'rust_eh_personality' }, 'rust'],
    [{ file: '/rustc/abc/x.rs' }, 'rust'],
    [{ file: '/a/lib/rustlib/src/x.rs' }, 'rust'],
    [{ name: 'mystd::x' }, undefined],
    [{ name: 'std::thread::Builder::spawn_unchecked' }, 'rust'],
    [{ name: '<std::sync::mpsc::Receiver<T>>::recv' }, 'rust'],
    [{ name: 'std::hash::random::RandomState::new' }, 'rust'],
    [{ name: 'core::ptr::drop_in_place::<(till::Coin, till::Coin)>' }, 'rust'],
    // C++ has these names.
    [{ name: 'std::__terminate(void (*)())' }, undefined],
    [{ name: 'std::__1::function<void ()>::operator()() const' }, undefined],
    [{ name: 'std::Cr::vector<int>::push_back' }, undefined],
    [{ name: 'std::function<void (till::Coin&)>::operator()(till::Coin&) const' }, undefined],
    [{ name: 'std::thread::join()' }, undefined],
    [{ name: 'std::thread::thread<void (&)()>(void (&)())' }, undefined],
    [{ name: 'std::rethrow_exception(std::exception_ptr)' }, undefined],
    [{ name: 'core::Till::count(int)' }, undefined],
    [{ name: 'core::Till::count(int) const' }, undefined],
    [{ name: 'alloc::Pool::take() &&' }, undefined],
    [{}, undefined],
    // The first mark that holds decides.
    [{ image: 'hermes', name: 'RCTFatal' }, 'hermes'],
    [{ image: 'Flutter', name: 'RCTFatal' }, 'react-native'],
  ])('%j is of %s', (parts, kind) => {
    expect(kindOf(parts)).toBe(kind)
  })

  test.each([
    ['RCTFatal', true],
    ['RCTFatalX', false],
    ['facebook::jsi::JSError::x', true],
    ['facebook::jsi::throwIt', true],
    ['hermes::vm::Runtime::raise', true],
    ['il2cpp_codegen_raise_x', true],
    ['il2cpp::vm::Exception::Raise', true],
    ['mono_raise_exception', true],
    ['ThrowException', true],
    ['Kotlin_io_throwX', true],
    ['Kotlin_ThrowX', true],
    ['runtime.gopanic', true],
    ['runtime.sigpanic', true],
    ['runtime.throw', true],
    ['runtime.fatalerror', true],
    ['runtime.main', false],
    ['panic', true],
    ['panic(x)', true],
    ['panicky', false],
    ['core::panicking::panic', true],
    ['std::panicking::x', true],
    ['core::option::expect_failed', true],
    ['core::result::unwrap_failed', true],
    ['std::rt::begin_panic', true],
    ['rust_begin_unwind', true],
    ['__rust_start_panic', true],
    ['UnityEngine.Debug', true],
    ['UnityEngine.Logger', true],
    ['UnityEngine.Debugger', false],
    ['mythrow', false],
  ])('%s throws: %s', (name, expected) => {
    expect(isRuntimeThrow({ function: name, mangled: name, inlined: false, source: 'report' })).toBe(expected)
  })
})
