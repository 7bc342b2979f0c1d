//! Texts of events.

use super::catalogue::texts;

texts! {
    /// Events in words.
    EventText {
        WentUp: "{}; up: {}", "{} ; montent : {}";
        OnePegLeft: "{}: 1 peg left", "{} : il reste 1 pion";
        PegsLeft: "{}: {} pegs left", "{} : il reste {} pions";
        Draws: "{} draws {}", "{} pioche {}";
        DrawsOne: "{} draws a {}", "{} pioche une {}";
        LaysOut: "{} and lays out {}", "{} et étale {}";
        Arranges: "{} arranges the table", "{} arrange la table";
        TakenBack: "taken back", "annulé";
        Places: "{} places {}", "{} pose {}";
        DrawsAndPlaces: "{} draws, places {}", "{} pioche, pose {}";
        TakesAndPlaces: "{} takes from the pile, places {}", "{} prend la défausse, pose {}";
        PlacesNothing: "{} places nothing", "{} ne pose rien";
        DrawsOnly: "{} draws", "{} pioche";
        TakesOnly: "{} takes from the pile", "{} prend la défausse";
        ForPoints: "{} for {}", "{} pour {}";
        Discards: "{}, discards {}", "{}, défausse {}";
        Deal: "deal {}", "donne {}";
        IsOut: "{} is out.", "{} n’a plus rien en main.";
        Blocked: "The stock is empty and nobody places any more.", "La pioche est vide et personne ne pose plus.";
        Scores: "Scores: {}", "Scores : {}";
        GameOver: "The game is over.", "La partie est finie.";
        WonBy: "Won by {}.", "Gagné par {}.";
        And: " and ", " et ";
    }
}

texts! {
    /// Events in words for the player who made them.
    YouText {
        Draw: "you draw {}", "vous piochez {}";
        DrawOne: "you draw a {}", "vous piochez une {}";
        Arrange: "you arrange the table", "vous arrangez la table";
        Place: "you place {}", "vous posez {}";
        DrawAndPlace: "you draw, place {}", "vous piochez, posez {}";
        TakeAndPlace: "you take from the pile, place {}", "vous prenez la défausse, posez {}";
        PlaceNothing: "you place nothing", "vous ne posez rien";
        DrawOnly: "you draw", "vous piochez";
        TakeOnly: "you take from the pile", "vous prenez la défausse";
        Discard: "{}, discard {}", "{}, défaussez {}";
        AreOut: "You are out.", "Vous n’avez plus rien en main.";
        HaveWon: "You have won.", "Vous avez gagné.";
        You: "you", "vous";
    }
}

texts! {
    /// Moves of cards in words.
    MoveText {
        Cards: "{} ({} cards)", "{} ({} cartes)";
        From: "{} {}", "{} {}";
        To: "{} → {}", "{} → {}";
        SingleMoves: "{}, {} single moves", "{}, {} coups simples";
        Column: "column {}", "colonne {}";
        Cell: "cell", "cellule";
        Foundation: "foundation", "fondation";
        DealAgain: "deal the columns again", "redistribue les colonnes";
        ToTop: "{} to the top of its column", "{} en haut de sa colonne";
        ToBottom: "{} down to the bottom of its column", "{} tout en bas de sa colonne";
        OverOne: "{} down to over 1 card of its column", "{} descend au-dessus de 1 carte de sa colonne";
        OverMany: "{} down to over {} cards of its column", "{} descend au-dessus de {} cartes de sa colonne";
    }
}
