"""System calls by name, with their numbers on the machines we know."""

from functools import cache
from typing import Final


def _named(text: str) -> frozenset[str]:
    return frozenset(text.split())


# What a Python bot needs once its process is locked: memory, time, its pipes, reading files, and an end.
ALLOWED_TO_PYTHON: Final = _named(
    """
    read write readv writev pread64 close lseek fstat newfstatat stat lstat statx open openat access faccessat
    faccessat2 readlink readlinkat getdents64 getcwd fcntl dup dup2 dup3 poll ppoll select pselect6
    mmap munmap mprotect mremap madvise brk futex sched_yield sched_getaffinity getcpu membarrier rseq set_robust_list
    rt_sigaction rt_sigprocmask rt_sigreturn sigaltstack restart_syscall
    clock_gettime clock_getres clock_nanosleep nanosleep gettimeofday time times getrusage getrandom
    getpid getppid gettid getuid geteuid getgid getegid getresuid getresgid getgroups uname sysinfo
    exit exit_group
    """
)

# What no bot in any language has business with.
FORBIDDEN_TO_PROGRAMS: Final = _named(
    """
    fork vfork setsid setpgid tkill ptrace process_vm_readv process_vm_writev process_madvise kcmp
    pidfd_open pidfd_getfd pidfd_send_signal
    socket connect accept accept4 bind listen sendto sendmsg sendmmsg recvmsg recvmmsg
    io_uring_setup io_uring_enter io_uring_register
    mount umount2 pivot_root chroot unshare setns fsopen fsmount move_mount open_tree mount_setattr
    bpf perf_event_open userfaultfd keyctl add_key request_key
    shmget shmat shmctl msgget msgsnd msgrcv msgctl semget semop semctl mq_open
    open_by_handle_at name_to_handle_at fanotify_init quotactl acct swapon swapoff reboot
    init_module finit_module delete_module kexec_load kexec_file_load
    settimeofday clock_settime clock_adjtime adjtimex sethostname setdomainname personality vhangup
    ioperm iopl modify_ldt
    """
)

_X86_64: Final = """
read 0 write 1 open 2 close 3 stat 4 fstat 5 lstat 6 poll 7 lseek 8 mmap 9 mprotect 10 munmap 11 brk 12
rt_sigaction 13 rt_sigprocmask 14 rt_sigreturn 15 ioctl 16 pread64 17 readv 19 writev 20 access 21 select 23
sched_yield 24 mremap 25 madvise 28 shmget 29 shmat 30 shmctl 31 dup 32 dup2 33 nanosleep 35 getpid 39 socket 41
connect 42 accept 43 sendto 44 sendmsg 46 recvmsg 47 bind 49 listen 50 clone 56 fork 57 vfork 58 exit 60 kill 62
uname 63 semget 64 semop 65 semctl 66 msgget 68 msgsnd 69 msgrcv 70 msgctl 71 fcntl 72 getcwd 79 readlink 89
gettimeofday 96 getrusage 98 sysinfo 99 times 100 ptrace 101 getuid 102 getgid 104 geteuid 107 getegid 108
setpgid 109 getppid 110 setsid 112 getgroups 115 getresuid 118 getresgid 120 sigaltstack 131 personality 135
vhangup 153 modify_ldt 154 pivot_root 155 adjtimex 159 chroot 161 acct 163 settimeofday 164 mount 165 umount2 166
swapon 167 swapoff 168 reboot 169 sethostname 170 setdomainname 171 iopl 172 ioperm 173 init_module 175
delete_module 176 quotactl 179 gettid 186 tkill 200 time 201 futex 202 sched_getaffinity 204 getdents64 217
restart_syscall 219 clock_settime 227 clock_gettime 228 clock_getres 229 clock_nanosleep 230 exit_group 231
tgkill 234 mq_open 240 kexec_load 246 add_key 248 request_key 249 keyctl 250 openat 257 newfstatat 262
readlinkat 267 faccessat 269 pselect6 270 ppoll 271 unshare 272 set_robust_list 273 accept4 288 dup3 292
perf_event_open 298 recvmmsg 299 fanotify_init 300 prlimit64 302 name_to_handle_at 303 open_by_handle_at 304
clock_adjtime 305 sendmmsg 307 setns 308 getcpu 309 process_vm_readv 310 process_vm_writev 311 kcmp 312
finit_module 313 getrandom 318 kexec_file_load 320 bpf 321 userfaultfd 323 membarrier 324 statx 332 rseq 334
pidfd_send_signal 424 io_uring_setup 425 io_uring_enter 426 io_uring_register 427 open_tree 428 move_mount 429
fsopen 430 fsmount 432 pidfd_open 434 clone3 435 pidfd_getfd 438 faccessat2 439 process_madvise 440
mount_setattr 442
"""

_AARCH64: Final = """
getcwd 17 dup 23 dup3 24 fcntl 25 ioctl 29 umount2 39 mount 40 pivot_root 41 faccessat 48 chroot 51 openat 56
close 57 vhangup 58 quotactl 60 getdents64 61 lseek 62 read 63 write 64 readv 65 writev 66 pread64 67 pselect6 72
ppoll 73 readlinkat 78 newfstatat 79 fstat 80 acct 89 personality 92 exit 93 exit_group 94 unshare 97 futex 98
set_robust_list 99 nanosleep 101 kexec_load 104 init_module 105 delete_module 106 clock_settime 112
clock_gettime 113 clock_getres 114 clock_nanosleep 115 ptrace 117 sched_getaffinity 123 sched_yield 124
restart_syscall 128 kill 129 tkill 130 tgkill 131 sigaltstack 132 rt_sigaction 134 rt_sigprocmask 135
rt_sigreturn 139 reboot 142 getresuid 148 getresgid 150 times 153 setpgid 154 setsid 157 getgroups 158 uname 160
sethostname 161 setdomainname 162 getrusage 165 getcpu 168 gettimeofday 169 settimeofday 170 adjtimex 171 getpid 172
getppid 173 getuid 174 geteuid 175 getgid 176 getegid 177 gettid 178 sysinfo 179 mq_open 180 msgget 186 msgctl 187
msgrcv 188 msgsnd 189 semget 190 semctl 191 semop 193 shmget 194 shmctl 195 shmat 196 socket 198 bind 200 listen 201
accept 202 connect 203 sendto 206 sendmsg 211 recvmsg 212 brk 214 munmap 215 mremap 216 add_key 217 request_key 218
keyctl 219 clone 220 mmap 222 swapon 224 swapoff 225 mprotect 226 madvise 233 perf_event_open 241 accept4 242
recvmmsg 243 prlimit64 261 fanotify_init 262 name_to_handle_at 264 open_by_handle_at 265 clock_adjtime 266 setns 268
sendmmsg 269 process_vm_readv 270 process_vm_writev 271 kcmp 272 finit_module 273 getrandom 278 bpf 280
userfaultfd 282 membarrier 283 statx 291 kexec_file_load 294 rseq 293 pidfd_send_signal 424 io_uring_setup 425
io_uring_enter 426 io_uring_register 427 open_tree 428 move_mount 429 fsopen 430 fsmount 432 pidfd_open 434
clone3 435 pidfd_getfd 438 faccessat2 439 process_madvise 440 mount_setattr 442
"""


@cache
def get_numbers(machine: str) -> dict[str, int]:
    """The calls of `machine` by name; one that it does not have is left out."""
    words = {"x86_64": _X86_64, "aarch64": _AARCH64}[machine].split()
    return {name: int(number) for name, number in zip(words[::2], words[1::2], strict=True)}
