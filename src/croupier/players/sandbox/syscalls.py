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
    clock_gettime clock_getres clock_nanosleep nanosleep setitimer gettimeofday time times getrusage getrandom
    getpid getppid gettid getuid geteuid getgid getegid getresuid getresgid getgroups uname sysinfo
    exit exit_group
    """
)

# What runtimes of other languages need besides: threads, event loops, timers, pipes to themselves, and to be started.
ALLOWED_TO_PROGRAMS: Final = ALLOWED_TO_PYTHON | _named(
    """
    execve arch_prctl set_tid_address preadv pwritev pwrite64 fadvise64 getdents statfs fstatfs fsync fdatasync
    epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2 eventfd eventfd2
    timerfd_create timerfd_settime timerfd_gettime signalfd signalfd4 pipe pipe2
    timer_create timer_settime timer_gettime timer_delete timer_getoverrun setitimer getitimer alarm pause
    rt_sigpending rt_sigtimedwait rt_sigsuspend
    sched_getparam sched_getscheduler sched_get_priority_max sched_get_priority_min
    getrlimit capget umask chdir fchdir getpgrp msync munlock
    """
)

_X86_64: Final = """
read 0 write 1 open 2 close 3 stat 4 fstat 5 lstat 6 poll 7 lseek 8 mmap 9 mprotect 10 munmap 11 brk 12
rt_sigaction 13 rt_sigprocmask 14 rt_sigreturn 15 ioctl 16 pread64 17 pwrite64 18 readv 19 writev 20 access 21 pipe 22
select 23 sched_yield 24 mremap 25 msync 26 madvise 28 shmget 29 shmat 30 shmctl 31 dup 32 dup2 33 pause 34
nanosleep 35 getitimer 36 alarm 37 setitimer 38 getpid 39 socket 41 connect 42 accept 43 sendto 44 sendmsg 46
recvmsg 47 bind 49 listen 50 socketpair 53 clone 56 fork 57 vfork 58 execve 59 exit 60 kill 62 uname 63 semget 64
semop 65 semctl 66 msgget 68 msgsnd 69 msgrcv 70 msgctl 71 fcntl 72 fsync 74 fdatasync 75 getdents 78 getcwd 79
chdir 80 fchdir 81 readlink 89 umask 95 gettimeofday 96 getrlimit 97 getrusage 98 sysinfo 99 times 100 ptrace 101
getuid 102 getgid 104 geteuid 107 getegid 108 setpgid 109 getppid 110 getpgrp 111 setsid 112 getgroups 115
getresuid 118 getresgid 120 capget 125 rt_sigpending 127 rt_sigtimedwait 128 rt_sigsuspend 130 sigaltstack 131
personality 135 statfs 137 fstatfs 138 sched_getparam 143 sched_getscheduler 145 sched_get_priority_max 146
sched_get_priority_min 147 munlock 150 vhangup 153 modify_ldt 154 pivot_root 155 prctl 157 arch_prctl 158 adjtimex 159
chroot 161 acct 163 settimeofday 164 mount 165 umount2 166 swapon 167 swapoff 168 reboot 169 sethostname 170
setdomainname 171 iopl 172 ioperm 173 init_module 175 delete_module 176 quotactl 179 gettid 186 tkill 200 time 201
futex 202 sched_getaffinity 204 epoll_create 213 getdents64 217 set_tid_address 218 restart_syscall 219 fadvise64 221
timer_create 222 timer_settime 223 timer_gettime 224 timer_getoverrun 225 timer_delete 226 clock_settime 227
clock_gettime 228 clock_getres 229 clock_nanosleep 230 exit_group 231 epoll_wait 232 epoll_ctl 233 tgkill 234
mq_open 240 kexec_load 246 add_key 248 request_key 249 keyctl 250 openat 257 newfstatat 262 readlinkat 267
faccessat 269 pselect6 270 ppoll 271 unshare 272 set_robust_list 273 epoll_pwait 281 signalfd 282 timerfd_create 283
eventfd 284 timerfd_settime 286 timerfd_gettime 287 accept4 288 signalfd4 289 eventfd2 290 epoll_create1 291 dup3 292
pipe2 293 preadv 295 pwritev 296 perf_event_open 298 recvmmsg 299 fanotify_init 300 prlimit64 302
name_to_handle_at 303 open_by_handle_at 304 clock_adjtime 305 sendmmsg 307 setns 308 getcpu 309 process_vm_readv 310
process_vm_writev 311 kcmp 312 finit_module 313 seccomp 317 getrandom 318 kexec_file_load 320 bpf 321 userfaultfd 323
membarrier 324 statx 332 rseq 334 pidfd_send_signal 424 io_uring_setup 425 io_uring_enter 426 io_uring_register 427
open_tree 428 move_mount 429 fsopen 430 fsmount 432 pidfd_open 434 clone3 435 pidfd_getfd 438 faccessat2 439
process_madvise 440 epoll_pwait2 441 mount_setattr 442
"""

_AARCH64: Final = """
getcwd 17 eventfd2 19 epoll_create1 20 epoll_ctl 21 epoll_pwait 22 dup 23 dup3 24 fcntl 25 ioctl 29 umount2 39
mount 40 pivot_root 41 statfs 43 fstatfs 44 faccessat 48 chdir 49 fchdir 50 chroot 51 openat 56 close 57 vhangup 58
pipe2 59 quotactl 60 getdents64 61 lseek 62 read 63 write 64 readv 65 writev 66 pread64 67 pwrite64 68 preadv 69
pwritev 70 pselect6 72 ppoll 73 signalfd4 74 readlinkat 78 newfstatat 79 fstat 80 fsync 82 fdatasync 83
timerfd_create 85 timerfd_settime 86 timerfd_gettime 87 acct 89 capget 90 personality 92 exit 93 exit_group 94
set_tid_address 96 unshare 97 futex 98 set_robust_list 99 nanosleep 101 getitimer 102 setitimer 103 kexec_load 104
init_module 105 delete_module 106 timer_create 107 timer_gettime 108 timer_getoverrun 109 timer_settime 110
timer_delete 111 clock_settime 112 clock_gettime 113 clock_getres 114 clock_nanosleep 115 ptrace 117
sched_getscheduler 120 sched_getparam 121 sched_getaffinity 123 sched_yield 124 sched_get_priority_max 125
sched_get_priority_min 126 restart_syscall 128 kill 129 tkill 130 tgkill 131 sigaltstack 132 rt_sigsuspend 133
rt_sigaction 134 rt_sigprocmask 135 rt_sigpending 136 rt_sigtimedwait 137 rt_sigreturn 139 reboot 142 getresuid 148
getresgid 150 times 153 setpgid 154 setsid 157 getgroups 158 uname 160 sethostname 161 setdomainname 162 getrlimit 163
getrusage 165 umask 166 prctl 167 getcpu 168 gettimeofday 169 settimeofday 170 adjtimex 171 getpid 172 getppid 173
getuid 174 geteuid 175 getgid 176 getegid 177 gettid 178 sysinfo 179 mq_open 180 msgget 186 msgctl 187 msgrcv 188
msgsnd 189 semget 190 semctl 191 semop 193 shmget 194 shmctl 195 shmat 196 socket 198 socketpair 199 bind 200
listen 201 accept 202 connect 203 sendto 206 sendmsg 211 recvmsg 212 brk 214 munmap 215 mremap 216 add_key 217
request_key 218 keyctl 219 clone 220 execve 221 mmap 222 fadvise64 223 swapon 224 swapoff 225 mprotect 226 msync 227
munlock 229 madvise 233 perf_event_open 241 accept4 242 recvmmsg 243 prlimit64 261 fanotify_init 262
name_to_handle_at 264 open_by_handle_at 265 clock_adjtime 266 setns 268 sendmmsg 269 process_vm_readv 270
process_vm_writev 271 kcmp 272 finit_module 273 seccomp 277 getrandom 278 bpf 280 userfaultfd 282 membarrier 283
statx 291 rseq 293 kexec_file_load 294 pidfd_send_signal 424 io_uring_setup 425 io_uring_enter 426 io_uring_register 427
open_tree 428 move_mount 429 fsopen 430 fsmount 432 pidfd_open 434 clone3 435 pidfd_getfd 438 faccessat2 439
process_madvise 440 epoll_pwait2 441 mount_setattr 442
"""


@cache
def get_numbers(machine: str) -> dict[str, int]:
    """The calls of `machine` by name; one that it does not have is left out."""
    words = {"x86_64": _X86_64, "aarch64": _AARCH64}[machine].split()
    return {name: int(number) for name, number in zip(words[::2], words[1::2], strict=True)}
