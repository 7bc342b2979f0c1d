/* Times libfreecell-solver on boards, one a line: SEED, a tab, the lines of the board joined by '|'.
   Prints SEED, a tab, 1 if solved or 0, a tab, microseconds of processor time. */
#include <freecell-solver/fcs_cl.h>
#include <freecell-solver/fcs_user.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

int main(int count, char **words) {
    static char line[4096];
    const char *known[] = {NULL};
    char *complaint = NULL;
    int last;
    void *user = freecell_solver_user_alloc();
    int parsed = freecell_solver_user_cmd_line_parse_args(user, count, (freecell_solver_str_t *)words, 1, known,
                                                          NULL, NULL, &complaint, &last);
    if (parsed != FCS_CMD_LINE_OK) {
        fprintf(stderr, "%s\n", complaint ? complaint : "the options are not understood");
        return 64;
    }
    while (fgets(line, sizeof line, stdin)) {
        char *board = strchr(line, '\t');
        if (board == NULL)
            return 65;
        *board++ = '\0';
        for (char *bar = board; (bar = strchr(bar, '|')) != NULL;)
            *bar = '\n';
        double before = now();
        int status = freecell_solver_user_solve_board(user, board);
        printf("%s\t%d\t%.3f\n", line, status == FCS_STATE_WAS_SOLVED, now() - before);
        freecell_solver_user_recycle(user);
    }
    freecell_solver_user_free(user);
    return 0;
}
